/** What a client script is told, and what it finds. */
export interface World {
  readonly key: string
  readonly secret: string
  readonly accessToken: string
  readonly accessSecret: string
  /** A post of somebody else. */
  readonly otherPost: string
}

export interface Found {
  /** Of a post, its new version, that read, a reply to it and a quote of it. */
  readonly texts: readonly string[]
  /** Of both versions. */
  readonly ids: readonly [string, string]
  readonly history: readonly string[]
  readonly refusals: readonly { readonly status: number; readonly detail: string | undefined }[]
}
