/** Adding, deleting and moving cards, as commands that can be reverted. Pure. */

/** @typedef {import("./draft-shape.js").Item} Item */
/** @typedef {{on: "insert"|"remove", parent: string, at: number, item: Item}} Placing  `parent`: id of a question, or "" */
/** @typedef {{on: "move", parent: string, at: number, to: number}} Moving */
/** @typedef {Placing|Moving} ListCommand */

/** @param {ListCommand} command  @returns {ListCommand} */
export function reverted(command) {
  if (command.on === "move") return { ...command, at: command.to, to: command.at };
  return { ...command, on: command.on === "insert" ? "remove" : "insert" };
}

/**
 * The body after a command. An item that is deleted by its place is looked for by its id: its texts may have changed since.
 * @template {Record<string, any>} B
 * @param {B} body
 * @param {"claims"|"questions"} list
 * @param {ListCommand} command
 * @returns {B}
 */
export function applied(body, list, command) {
  if (command.parent === "") return { ...body, [list]: changed(body[list], command) };
  const questions = body[list].map((/** @type {any} */ question) =>
    question.id === command.parent ? { ...question, answers: changed(question.answers, command) } : question,
  );
  return { ...body, [list]: questions };
}

/** @param {Item[]} items  @param {ListCommand} command  @returns {Item[]} */
function changed(items, command) {
  if (command.on === "insert") return items.toSpliced(Math.min(command.at, items.length), 0, command.item);
  if (command.on === "remove") return items.filter(({ id }) => id !== command.item.id);
  if (command.on !== "move") return items;
  const item = items[command.at];
  return item ? items.toSpliced(command.at, 1).toSpliced(command.to, 0, item) : items;
}

/** The item of this id, and where it is. @param {Record<string, any>} body  @param {"claims"|"questions"} list  @param {string} id */
export function found(body, list, id) {
  const at = body[list].findIndex((/** @type {Item} */ item) => item.id === id);
  if (at >= 0) return { parent: "", at, item: body[list][at], count: body[list].length };
  for (const question of body[list]) {
    const inside = question.answers?.findIndex((/** @type {Item} */ answer) => answer.id === id) ?? -1;
    if (inside >= 0) return { parent: question.id, at: inside, item: question.answers[inside], count: question.answers.length };
  }
  return null;
}

/** The body with other values in one item. @template {Record<string, any>} B @param {B} body  @param {"claims"|"questions"} list  @param {string} id  @param {Record<string, any>} values  @returns {B} */
export function withValues(body, list, id, values) {
  const items = body[list].map((/** @type {any} */ item) => {
    if (item.id === id) return { ...item, ...values };
    if (!item.answers?.some((/** @type {Item} */ answer) => answer.id === id)) return item;
    return { ...item, answers: item.answers.map((/** @type {Item} */ answer) => (answer.id === id ? { ...answer, ...values } : answer)) };
  });
  return { ...body, [list]: items };
}
