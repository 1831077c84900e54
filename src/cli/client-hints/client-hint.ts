/** Types of the ways in which a client finds a server. */

/** The server that the lines are for. */
export interface HintServer {
  /** Public URL, without a trailing slash. */
  readonly url: string
  /** Path of the certificate authority of `--tls auto`; undefined when clients trust the certificate anyway. */
  readonly caFile: string | undefined
  /** The client proxy, if the server has one. */
  readonly proxy: { readonly url: string; readonly caFile: string } | undefined
}

/** Variables that lead a process to the proxy, and variables that name a certificate authority. */
export type HintVariable =
  | 'HTTPS_PROXY'
  | 'NODE_USE_ENV_PROXY'
  | 'NODE_EXTRA_CA_CERTS'
  | 'REQUESTS_CA_BUNDLE'
  | 'SSL_CERT_FILE'
  | 'CURL_CA_BUNDLE'

export type HintLanguage = 'sh' | 'python' | 'js' | 'go' | 'java' | 'r'

/** A way in which a client finds the server. */
export interface ClientWay {
  /** `address`: by an option for the address of the server. `proxy`: by the proxy, under the public host names. */
  readonly by: 'address' | 'proxy'
  /** Variables of the process. With `address` they are needed only if the server has its own certificate. */
  readonly variables: readonly HintVariable[]
  /** True for a program that trusts a store of Java instead of a variable. */
  readonly usesTrustStore?: boolean
  /** A complete program or command, which reads credentials from variables. @param url URL of the server */
  readonly code: (url: string) => string
  /** Limits of this way, as a sentence. */
  readonly note?: string
}

export interface ClientHint {
  /** Value of `--client`. */
  readonly name: string
  readonly title: string
  readonly language: string
  /** Language of the code of all ways. */
  readonly code: HintLanguage
  /** Name of the file with the code; undefined for a command. */
  readonly file?: string
  readonly ways: readonly ClientWay[]
}
