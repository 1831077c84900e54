/** Checks for conflicts between settings that are each valid alone. */
import { ROLES, type Role } from './lib/hosts/roles.ts'

interface Together {
  readonly tls: 'files' | 'auto'
  readonly tls_cert: string
  readonly tls_key: string
  readonly relay: string
  readonly roles: readonly Role[]
  readonly database: string
  readonly database_replica: string
  readonly smtp_url: string
  readonly mail_from: string
  readonly base_url: string
}

/** One sentence for each conflict. */
export function disagreements(config: Together): string[] {
  const { relay, database, database_replica } = config
  const ofRelay =
    relay !== '' && database === ''
      ? ['--relay needs --database; a server on SQLite has no other nodes, so leave out --relay.']
      : []
  const ofReplica =
    database_replica !== '' && database === ''
      ? ['--database-replica needs --database, the primary that the standby follows.']
      : []
  return [
    ...ofRelay,
    ...ofReplica,
    ...disagreementsOfRoles(config),
    ...disagreementsOfMail(config),
    ...disagreementsOfTls(config),
  ]
}

function disagreementsOfRoles({ roles, database }: Pick<Together, 'roles' | 'database'>): string[] {
  if (database !== '' || roles.length === ROLES.length) return []
  return [
    '--roles needs --database; a server on SQLite has no other nodes for the rest, so leave out --roles.',
  ]
}

function disagreementsOfMail({ smtp_url, mail_from, base_url }: Together): string[] {
  if (smtp_url === '')
    return mail_from === '' ? [] : ['--mail-from needs --smtp-url; without it, the server sends no mail.']
  return [
    ...(mail_from === '' ? ['--smtp-url needs --mail-from, the sender of its mails.'] : []),
    ...(base_url === '' ? ['--smtp-url needs --base-url, the address of links in its mails.'] : []),
  ]
}

function disagreementsOfTls({ tls, tls_cert, tls_key }: Together): string[] {
  if (tls === 'auto' && (tls_cert !== '' || tls_key !== '')) {
    return ['--tls auto makes its own certificate; leave out --tls-cert and --tls-key, or --tls auto.']
  }
  if ((tls_cert === '') === (tls_key === '')) return []
  const [present, missing] = tls_key === '' ? ['--tls-cert', '--tls-key'] : ['--tls-key', '--tls-cert']
  return [`${present} needs ${missing}; set both, or neither for HTTP without TLS.`]
}
