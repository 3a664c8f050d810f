// Why a request has no answer.

/** The request was wrong; with the position of the error in its text, where there is one. */
export class RequestError extends Error {
  /** @param {any} error */
  constructor(error) {
    super(error?.message ?? "?");
    this.code = /** @type {string} */ (error?.code ?? "error");
    this.field = /** @type {string | undefined} */ (error?.field ?? undefined);
    this.line = /** @type {number | undefined} */ (error?.line ?? undefined);
    this.column = /** @type {number | undefined} */ (error?.column ?? undefined);
  }
}

/** No answer at all. */
export class Unreachable extends Error {}

/** The request was cancelled on purpose. */
export class Cancelled extends Error {}
