/** Types that describe how a client connects to this server. */

/** The server to which the generated lines connect clients. */
export interface HintServer {
  /** Public URL, without a trailing slash. */
  readonly url: string
  /**
   * Path of the CA certificate of `--tls auto`; undefined when clients trust the server’s certificate without this
   * file.
   */
  readonly caFile: string | undefined
  /** The client proxy, if the server has one. */
  readonly proxy: { readonly url: string; readonly caFile: string } | undefined
}

/** Names of environment variables that contain the URL of the proxy or the path of a CA certificate. */
export type HintVariable =
  | 'HTTPS_PROXY'
  | 'NODE_USE_ENV_PROXY'
  | 'NODE_EXTRA_CA_CERTS'
  | 'REQUESTS_CA_BUNDLE'
  | 'SSL_CERT_FILE'
  | 'CURL_CA_BUNDLE'

export type HintLanguage = 'sh' | 'python' | 'js' | 'go' | 'java' | 'r'

/** A way to connect a client to the server. */
export interface ClientWay {
  /**
   * `address`: the client has an option for the server’s address. `proxy`: the client connects to the public host
   * names, through the client proxy.
   */
  readonly by: 'address' | 'proxy'
  /**
   * Variables to set for the process. With `address`, these variables are needed only if the server uses `--tls auto`.
   */
  readonly variables: readonly HintVariable[]
  /** True for a Java program, which reads a trust store instead of a variable. */
  readonly usesTrustStore?: boolean
  /** A complete program or command, which reads credentials from environment variables. @param url URL of the server */
  readonly code: (url: string) => string
  /** A sentence about what does not work. */
  readonly note?: string
}

export interface ClientHint {
  /** The value of `--client` in "aviary proxy-hint". */
  readonly name: string
  readonly title: string
  readonly language: string
  /** Language of the code. */
  readonly code: HintLanguage
  /** Name of the file for the code; undefined for a command. */
  readonly file?: string
  readonly ways: readonly ClientWay[]
}
