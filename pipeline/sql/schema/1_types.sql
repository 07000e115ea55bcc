CREATE TYPE seat AS ENUM ('N', 'E', 'S', 'W');
CREATE TYPE suit AS ENUM ('C', 'D', 'H', 'S');
