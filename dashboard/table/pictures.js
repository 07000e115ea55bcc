// Hands the pictures of the cards to every viewer on the page.

export default function (component) {
  const sprite = component.parentElement.querySelector("svg.sprite");
  if (!sprite) return;
  globalThis[Symbol.for("klaverlog.pictures")] = sprite.cloneNode(true);
  document.dispatchEvent(new Event("klaverlog-pictures"));
}
