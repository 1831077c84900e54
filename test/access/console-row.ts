/** A row of the access matrix for an endpoint of the console's API. */

/** Objects of the owner. */
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
   * `public`: no session is needed. `caller`: each caller gets its own data. `app`, `stream`: an object of the owner,
   * which does not exist for others. `operator`: refused to all but operators.
   */
  readonly about: 'public' | 'caller' | 'app' | 'stream' | 'operator'
  /** Status of the answer to the owner (or an operator), and for `public` and `caller` to others. */
  readonly status: number
  /** Path below `/console/api`, with the ids of the owner's objects; default: the declared path. */
  readonly path?: (world: ConsoleWorld) => string
  /** A good body; default none. */
  readonly body?: (world: ConsoleWorld) => object
}
