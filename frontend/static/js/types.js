/**
 * The shapes that travel between modules, and to and from the server (ARCHITECTURE.md, "HTTP API").
 * Element ids are opaque: they are read from `data-element-id` and payloads, never built or taken apart.
 *
 * @typedef {{title?: string, search?: string, page?: number, typed?: string}} Place  where the reader is; empty: the search
 *   start page. `typed` only while it is asked for: the answer is the page of that title, or else the results for these words
 *
 * @typedef {Record<string, any> & {place: Place}} Body  a draft of any work, as the server keeps it
 *
 * @typedef {Object} DraftShape  what the keeping of a draft has to know of it
 * @property {(body: any) => any} completed  a whole body from one that may lack parts
 * @property {(one: any, other: any) => boolean} same  whether two hold the same work
 *
 * @typedef {Object} KeptWork  work whose changes are kept
 * @property {() => any} body
 * @property {() => Undo} undoable
 * @property {(listener: (change: any) => void) => void} onChange
 * @property {(other: any) => void} replace
 * @property {(place: Place) => void} moveTo
 * @property {(bookmarks: Bookmark[]) => void} [keepBookmarks]  where the room has bookmarks
 *
 * @typedef {Object} AnyPayload  an assignment of any kind
 * @property {string} id
 * @property {string} state
 * @property {number} elapsed_seconds
 * @property {number} active_seconds
 * @property {{version: number, body: any}} draft
 * @property {Record<string, number>} operations_received  by browser: the highest number that has arrived
 *
 * @typedef {"I"|"II"|"III"} ClaimType
 * @typedef {{text: string, challenge: string}} WrittenClaim
 * @typedef {{claims: Record<ClaimType, WrittenClaim>, dismissed: string[], place: Place, bookmarks: Bookmark[]}} WritingBody  what a writer has done
 * @typedef {{code: string, message: string, start: number|null, end: number|null}} Hint
 *
 * @typedef {Object} WriterPayload  a claim writer's assignment
 * @property {string} id
 * @property {string} state
 * @property {number} elapsed_seconds
 * @property {number} active_seconds
 * @property {{slug: string, name: string}} project
 * @property {{kind: string, page: string, element_ids: string[]}} highlight
 * @property {{version: number, body: Partial<WritingBody>}} draft
 * @property {Record<string, number>} operations_received  by browser: the highest number that has arrived
 *
 * @typedef {Record<string, string[]>} Refinement  a chosen element -> other elements of its page
 * @typedef {"yellow"|"blue"|"green"|"pink"|"orange"|"violet"} Colour
 * @typedef {{name: string, colour: Colour}} Look  of an evidence set
 *
 * @typedef {Object} VerifierProject
 * @property {string} slug
 * @property {string} name
 * @property {number} max_evidence_sets
 * @property {string} [evidence_kinds]  what may be evidence: all, sentences or introductions
 * @property {"article"|"lines"} [page_view]  how pages are read; of lines each evidence set has a label
 * @property {number} guide_minutes  after which "not enough information" is suggested; 0: never
 * @property {{pages: number|null, elements: number|null}} [evidence_limits]  of one set; more is warned about
 * @property {boolean} [submission_check]  whether the check before submission may be shown
 *
 * @typedef {Object} DraftBody  what a verifier has done so far, as the server keeps it
 * @property {string[][]} sets
 * @property {Refinement[]} dropped  beside `sets`: the context that was left out
 * @property {Refinement[]} added  beside `sets`: what was added to the automatic context
 * @property {Refinement[]} joined  beside `sets`: of a sentence, the one that goes on with it; it is in the set too
 * @property {Look[]} looks  beside `sets`; of a set nobody named: no name, and the colour of its place in COLOURS
 * @property {string[]} [labels]  beside `sets`, where each has one: the verdict that it leads to, or ""
 * @property {number} active_set
 * @property {string} verdict  of sets with labels: for the whole claim, or ""
 * @property {string} challenge
 * @property {boolean} unsure  the person is not sure of the verdict, and says so
 * @property {Place} place
 * @property {Bookmark[]} bookmarks
 * @property {KeptSuggestions} [suggested]
 * @property {string[][]} [contradictions]  pairs of passages
 * @property {string} [line]  the line whose dictionary is open
 * @property {string[]} [pages]  titles of pages that were added to the dictionary
 * @property {any[]} [check]  lines of the check before submission (decision/check-lines.js)
 *
 * @typedef {{title: string, id?: string, text?: string}} Bookmark  of a page, or of an element with its first words
 * @typedef {{begun: boolean, shown: string[], dismissed: string[]}} KeptSuggestions  `begun`: something was chosen before any was seen;
 *   the others are elements
 * @typedef {{element_id: string, page_title: string, stage: string, rank: number, card: Excerpt}} SuggestedEvidence
 * @typedef {{state: string, show: "never"|"after_first"|"at_once", suggestions: SuggestedEvidence[]}} SuggestionsAnswer
 *
 * @typedef {Object} Payload  a verifier's assignment
 * @property {string} id
 * @property {string} state
 * @property {string} leased_until
 * @property {number} elapsed_seconds
 * @property {number} active_seconds
 * @property {VerifierProject} project
 * @property {{text: string, page?: string|null}} claim  `page`: where the project opens it, the page that it was written from
 * @property {{version: number, body: Partial<DraftBody>}} draft
 * @property {Record<string, number>} operations_received  by browser: the highest number that has arrived
 * @property {{revision: number, editable_until: string|null, editable: boolean}|null} verification  what was submitted
 *
 * @typedef {Object} Operation
 * @property {number} sequence  counted by this browser
 * @property {string} name
 * @property {string} value
 * @property {number} seconds  since `start`
 * @property {number} active_seconds  of these, with the page in sight
 * @property {Record<string, any>} [detail]  what a replay needs beyond the value
 *
 * @typedef {Object} Excerpt  an element as a person reads it
 * @property {string} id
 * @property {string} page
 * @property {string} kind
 * @property {string[]} sections
 * @property {string[]} row_headers
 * @property {string[]} column_headers
 * @property {string} text
 * @property {string|null} caption
 * @property {string[]} context
 * @property {string[]} offered  what may be added to it
 * @property {string|null} before  the sentence before a sentence
 * @property {string|null} after
 *
 * @typedef {{title: string, redirect_from: string|null, approximate?: boolean}} Suggestion
 *
 * @typedef {{set: number, id: string, index: number, added: boolean}} Step  one selection or removal. Of several, each
 *   `index` counts after those before it: whoever takes them one by one, in order, ends with the same sets
 * @typedef {{set: number, of: string, id: string, on: boolean}} RefineStep  `id` is left out, added or joined, or no longer
 * @typedef {{id: string, from: number, to: number}} Move  taken out at `from`, then put in at `to`; one by one, in order
 * @typedef {"row"|"column"|"range"|"copy"|"move"|"clear"} Why  a change of evidence that is more than one click
 *
 * @typedef {{set: number, at: number, ids: string[], added: boolean}} Run  neighbours that come or go together
 * @typedef {{kind: "evidence", runs: Run[], why?: Why, from?: number, to?: number}
 *   | {kind: "dropped"|"added"|"joined", steps: RefineStep[]}
 *   | {kind: "order", set: number, moves: Move[]}
 *   | {kind: "add"|"remove", set: number, look: Look}
 *   | {kind: "look", set: number, before: Look, after: Look}
 *   | {kind: "label", set: number, before: string, after: string}
 *   | {kind: "suggestion", id: string, rank: number, stage: string, dismissed: boolean}
 *   | {kind: "verdict"|"challenge", before: string, after: string}
 *   | {kind: "unsure", before: boolean, after: boolean}} Part  what can be taken back
 * @typedef {{at: number, parts: Part[]}} Command  what one click or key did while set `at` was shown
 * @typedef {{done: Command[], undone: Command[]}} Undo
 *
 * @typedef {{id: string, top: number}} Seen  the element that stood at the top, and how far from the edge
 * @typedef {{place: Place, scroll: number, seen?: Seen}} Stop
 * @typedef {{stops: Stop[], index: number}} Trail  where the reader has been
 *
 * @typedef {Object} OutboxData  everything of this assignment that the server may not have yet
 * @property {string} browser  this browser at this assignment: numbers of operations and changes are its own
 * @property {any} body  of the shape of its work
 * @property {number} base_version  the server's draft version that `body` grew from
 * @property {number} changes  counts changes of `body`
 * @property {number} sent  the count the server has acknowledged
 * @property {{body: any, changes: number}|null} in_flight  sent, and not acknowledged: it may have arrived
 * @property {Operation[]} operations  not yet acknowledged
 * @property {number} last_sequence
 * @property {number} last_seconds
 * @property {number} last_active
 * @property {Trail} trail
 * @property {Trail|null} [beside]  where the second pane has been; null while there is none
 * @property {string[]} visited  titles of pages opened on this claim
 * @property {Undo} undo
 * @property {Record<string, any>|null} submission  confirmed by the person, not yet acknowledged; `way` is what it is
 * @property {boolean} [guided]  the guide of js/decision/nei-reminder.js has been shown
 * @property {number} [edit_of]  the revision that is being changed
 *
 * @typedef {Object} ChangeBy
 * @property {"undo"|"redo"} [by]  absent when the person did it directly
 *
 * What listeners of evidence/work.js hear, after the body has changed. Sets are counted from 0. Taking all of these one by one, in
 * order, rebuilds the body. A command of several parts (clearing a set whose context was refined) is several changes.
 * @typedef {ChangeBy & ({kind: "evidence", steps: Step[], why?: Why, from?: number, to?: number}
 *   | {kind: "dropped"|"added"|"joined", steps: RefineStep[]}
 *   | {kind: "active", set: number}
 *   | {kind: "sets", what: "add"|"remove", set: number, look: Look}
 *   | {kind: "sets", what: "look", set: number, before: Look, after: Look}
 *   | {kind: "sets", what: "order", set: number, moves: Move[]}
 *   | {kind: "suggestion", id: string, rank: number, stage: string, dismissed: boolean}
 *   | {kind: "label", set: number, before: string, after: string}
 *   | {kind: "verdict"|"challenge", before: string, after: string}
 *   | {kind: "unsure", before: boolean, after: boolean}
 *   | {kind: "place"|"noted"|"bookmarks"|"all"})} Change  `remove` comes only by undoing an `add`: the last set, and empty.
 *   `from`, `to`: the sets of a copy or move. Before a change in another set than the active one by undo or redo comes "active".
 *
 * @typedef {Object} ShownPage  the page in the reader
 * @property {string} title
 * @property {HTMLElement} root
 * @property {Map<string, HTMLElement>} elements
 * @property {(id: string) => string[]} contextOf
 * @property {(id: string) => string[]} offeredOf  what may be added to that context
 * @property {(element: HTMLElement, by: -1|1) => HTMLElement|null} beside  what comes before or after it in page order
 */
export {};
