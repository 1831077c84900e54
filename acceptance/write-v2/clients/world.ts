/** Input and result of a client script. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly accessToken: string
  readonly accessSecret: string
  /** A post of another user. */
  readonly otherPost: string
}

export interface Found {
  /** Texts of a post, of its new version as written and as read, of a reply, and of a quote. */
  readonly texts: readonly string[]
  /** Ids of both versions. */
  readonly ids: readonly [string, string]
  readonly history: readonly string[]
  readonly refusals: readonly { readonly status: number; readonly detail: string | undefined }[]
}
