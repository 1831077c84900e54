/** Input and result of a client script. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly accessToken: string
  readonly accessSecret: string
  readonly userId: string
  /** A post and a reply to it. */
  readonly posts: readonly [string, string]
  /** Author of the first post, who has followers. */
  readonly star: string
  /** One of the followers. */
  readonly fan: string
}

export interface Found {
  readonly posts: {
    readonly data: readonly {
      readonly id: string
      readonly text: string
      readonly author_id?: string
      readonly conversation_id?: string
    }[]
    /** Usernames that the helper of the client library finds in `includes`. */
    readonly authors: readonly (string | undefined)[]
    readonly repliedTo: string | undefined
  }
  readonly post: unknown
  /** Types of the errors. */
  readonly missing: readonly string[]
  readonly user: string
  readonly users: readonly string[]
  readonly byName: string
  readonly byNames: readonly string[]
  readonly followers: readonly string[]
  readonly pages: number
  readonly following: readonly string[]
}
