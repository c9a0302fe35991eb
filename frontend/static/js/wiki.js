/** A page read by itself: goes to the first marked element. */

document.querySelector(".is-evidence")?.scrollIntoView({ block: "center" });
