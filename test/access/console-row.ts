/** Defines a row of the access matrix for an endpoint of the console's API. */

/** Ids of objects of the owner, which paths and bodies use. */
export interface ConsoleWorld {
  readonly appId: bigint
  /** A rule of the app, in API v2. */
  readonly ruleId: bigint
  /** A public post. */
  readonly postId: bigint
  readonly ownerId: bigint
}

export interface ConsoleRow {
  /**
   * `public`: no session is needed. `caller`: each caller gets data about itself. `app`, `stream`: the
   * endpoint is about an object of the owner, which does not exist for other callers. `operator`: only
   * operators get a response other than a refusal.
   */
  readonly about: 'public' | 'caller' | 'app' | 'stream' | 'operator'
  /**
   * Status of the response to the owner or an operator. For `public` and `caller`, the response to other
   * callers has the same status.
   */
  readonly status: number
  /** Path below `/console/api`, with the ids of the owner's objects; default: the declared path. */
  readonly path?: (world: ConsoleWorld) => string
  /** True if an operator's request starts a thread, which loads the program. The fast part leaves this request out. */
  readonly startsThread?: true
  /** A valid body. The default is no body. */
  readonly body?: (world: ConsoleWorld) => object
}
