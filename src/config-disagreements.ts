/** Conflicts between settings that are valid by themselves. */

interface Together {
  readonly tls: 'files' | 'auto'
  readonly tls_cert: string
  readonly tls_key: string
  readonly relay: string
  readonly database: string
}

/** A sentence for each fault. */
export function disagreements(config: Together): string[] {
  const { relay, database } = config
  const ofRelay =
    relay !== '' && database === ''
      ? ['--relay needs --database; a server on SQLite has no other nodes, so leave out --relay.']
      : []
  return [...ofRelay, ...disagreementsOfTls(config)]
}

function disagreementsOfTls({ tls, tls_cert, tls_key }: Together): string[] {
  if (tls === 'auto' && (tls_cert !== '' || tls_key !== '')) {
    return ['--tls auto makes its own certificate; leave out --tls-cert and --tls-key, or --tls auto.']
  }
  if ((tls_cert === '') === (tls_key === '')) return []
  const [present, missing] = tls_key === '' ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert']
  return [`${present} needs ${missing}; set both, or neither for HTTP without TLS.`]
}
