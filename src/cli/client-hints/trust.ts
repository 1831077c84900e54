/** Ways in which clients trust the certificate authority of `--tls auto`. */
import type { OwnTls } from '../../http/tls/server-certificates.ts'

/** Password of the trust store in the commands for Java, which needs one; the store contains no secret. */
const STORE_PASSWORD = 'changeit'

export interface Trust {
  /**
   * Variables for the process of a client, in this order: Node; Python with requests; Python, Ruby and Go; programs
   * with libcurl.
   */
  readonly environment: Readonly<Record<string, string>>
  /** A command that makes a trust store, and the options of `java` that use it. */
  readonly java: { readonly keytool: string; readonly options: string }
  /** Options of curl. */
  readonly curl: string
}

/** @param ownTls the certificate of a running server */
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

/** Lines to print: a way for each language; none without a certificate of the server's own. */
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

/** A word of a POSIX shell. */
export function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
