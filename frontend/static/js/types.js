/**
 * The shapes that travel between modules, and to and from the server (ARCHITECTURE.md, "HTTP API").
 * Element ids are opaque: they are read from `data-element-id` and payloads, never built or taken apart.
 *
 * @typedef {{title?: string, search?: string, page?: number}} Place  where the reader is; empty: the search start page
 *
 * @typedef {Record<string, any> & {place: Place}} Body  a draft of any work, as the server keeps it
 *
 * @typedef {Object} DraftShape  what the keeping of a draft has to know of it
 * @property {(body: any) => any} completed  a whole body from one that may lack parts
 * @property {(one: any, other: any) => boolean} same  whether two hold the same work
 *
 * @typedef {Object} KeptWork  work whose changes are kept
 * @property {() => Body} body
 * @property {() => Undo} undoable
 * @property {(listener: (change: any) => void) => void} onChange
 * @property {(other: any) => void} replace
 * @property {(place: Place) => void} moveTo
 *
 * @typedef {Object} AnyPayload  an assignment of any kind
 * @property {string} id
 * @property {number} elapsed_seconds
 * @property {{version: number, body: any}} draft
 * @property {number} operations_received
 *
 * @typedef {"I"|"II"|"III"} ClaimType
 * @typedef {{text: string, challenge: string}} WrittenClaim
 * @typedef {{claims: Record<ClaimType, WrittenClaim>, dismissed: string[], place: Place}} WritingBody  what a writer has done
 * @typedef {{code: string, message: string, start: number|null, end: number|null}} Hint
 *
 * @typedef {Object} WriterPayload  a claim writer's assignment
 * @property {string} id
 * @property {string} state
 * @property {number} elapsed_seconds
 * @property {{slug: string, name: string}} project
 * @property {{kind: string, page: string, element_ids: string[]}} highlight
 * @property {{version: number, body: Partial<WritingBody>}} draft
 * @property {number} operations_received
 *
 * @typedef {Object} DraftBody  what a verifier has done so far, as the server keeps it
 * @property {string[][]} sets
 * @property {number} active_set
 * @property {string} verdict
 * @property {string} challenge
 * @property {Place} place
 *
 * @typedef {Object} Payload  a verifier's assignment
 * @property {string} id
 * @property {string} state
 * @property {string} leased_until
 * @property {number} elapsed_seconds
 * @property {{slug: string, name: string, max_evidence_sets: number}} project
 * @property {{text: string}} claim
 * @property {{version: number, body: Partial<DraftBody>}} draft
 * @property {number} operations_received
 *
 * @typedef {Object} Operation
 * @property {number} sequence
 * @property {string} name
 * @property {string} value
 * @property {number} seconds
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
 *
 * @typedef {{title: string, redirect_from: string|null}} Suggestion
 *
 * @typedef {{set: number, id: string, index: number, added: boolean}} Step  one selection or removal
 * @typedef {{done: Step[], undone: Step[]}} Undo
 *
 * @typedef {{place: Place, scroll: number}} Stop
 * @typedef {{stops: Stop[], index: number}} Trail  where the reader has been
 *
 * @typedef {Object} OutboxData  everything of this assignment that the server may not have yet
 * @property {any} body  of the shape of its work
 * @property {number} base_version  the server's draft version that `body` grew from
 * @property {number} changes  counts changes of `body`
 * @property {number} sent  the count the server has acknowledged
 * @property {{body: any, changes: number}|null} in_flight  sent, and not acknowledged: it may have arrived
 * @property {Operation[]} operations  not yet acknowledged
 * @property {number} last_sequence
 * @property {number} last_seconds
 * @property {Trail} trail
 * @property {string[]} visited  titles of pages opened on this claim
 * @property {Undo} undo
 * @property {Record<string, any>|null} submission  confirmed by the person, not yet acknowledged
 *
 * @typedef {"evidence"|"active"|"verdict"|"challenge"|"place"|"all"} ChangeKind
 * @typedef {{kind: ChangeKind, step?: Step}} Change
 *
 * @typedef {Object} ShownPage  the page in the reader
 * @property {string} title
 * @property {HTMLElement} root
 * @property {Map<string, HTMLElement>} elements
 * @property {(id: string) => string[]} contextOf
 */
export {};
