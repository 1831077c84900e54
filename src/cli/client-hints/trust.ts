/** How clients trust the CA certificate of `--tls auto`. */
import type { OwnTls } from '../../http/tls/server-certificates.ts'

/** Password of the Java trust store. Java requires a password, although the store contains no secret. */
const STORE_PASSWORD = 'changeit'

export interface Trust {
  /**
   * An environment variable for each kind of client: Node; Python with requests; Python, Ruby and Go;
   * programs with libcurl.
   */
  readonly environment: Readonly<Record<string, string>>
  /** A command that creates a trust store, and the `java` options that select this store. */
  readonly java: { readonly keytool: string; readonly options: string }
  /** curl options. */
  readonly curl: string
}

/** @param ownTls the generated certificate of a running server */
export function trustOf({ caFile }: Pick<OwnTls, 'caFile'>): Trust {
  const path = quoted(caFile)
  return {
    environment: {
      NODE_EXTRA_CA_CERTS: caFile,
      REQUESTS_CA_BUNDLE: caFile,
      SSL_CERT_FILE: caFile,
      CURL_CA_BUNDLE: caFile,
    },
    java: {
      keytool: `keytool -importcert -noprompt -alias aviary -file ${path} -keystore aviary.p12 -storetype PKCS12 -storepass ${STORE_PASSWORD}`,
      options: `-Djavax.net.ssl.trustStore=aviary.p12 -Djavax.net.ssl.trustStorePassword=${STORE_PASSWORD}`,
    },
    curl: `--cacert ${path}`,
  }
}

/** The lines to print, for each language; none if the server has no generated certificate. */
export function trustLines(ownTls: OwnTls | undefined): readonly string[] {
  if (ownTls === undefined) return []
  const { java, curl } = trustOf(ownTls)
  const path = quoted(ownTls.caFile)
  return [
    `Clients trust this server by its certificate authority ${ownTls.caFile}:`,
    `  Node      export NODE_EXTRA_CA_CERTS=${path}`,
    `  Python    export REQUESTS_CA_BUNDLE=${path} SSL_CERT_FILE=${path}`,
    `  Ruby, Go  export SSL_CERT_FILE=${path}`,
    `  Java      ${java.keytool}`,
    `            java ${java.options} …`,
    `  curl      curl ${curl} …`,
  ]
}

/** Quotes a word for a POSIX shell, if it needs quotes. */
export function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
