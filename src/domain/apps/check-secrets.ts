/**
 * Checks that the key of the server decrypts every encrypted secret, and that every bearer token matches its stored
 * hash.
 */
import type { Check, Findings } from '../../db/maintenance/check.ts'
import type { Snapshot } from '../../db/maintenance/snapshot.ts'
import { once, type Query } from '../../db/query.ts'
import { hashSecret, SealBroken, type Vault } from '../../lib/vault.ts'
import { bearerOf, consumerSecretOf } from './app.ts'
import { requestTokenSecretOf } from './request-tokens.ts'
import { tokenSecretOf } from './tokens.ts'

const NAME = 'secrets'

/** Declares a column with encrypted texts. */
interface SealedColumn<Row> {
  /** As `table.column`. A test compares the declared columns with the tables. */
  readonly column: string
  readonly rows: Query<Record<never, never>, Row>
  /** Decrypts the text. @throws {SealBroken} */
  open(vault: Vault, row: Row): string
  /** Name of the secret in findings. */
  name(row: Row): string
}

function sealed<Row>(column: SealedColumn<Row>): SealedColumn<unknown> {
  return column as SealedColumn<unknown>
}

export const SEALED_COLUMNS: readonly SealedColumn<unknown>[] = [
  sealed({
    column: 'apps.consumer_secret',
    rows: once<{ id: bigint; consumer_secret: string }>((k) =>
      k.selectFrom('apps').select(['id', 'consumer_secret']),
    ),
    open: (vault, row) => consumerSecretOf(vault, { id: row.id, sealedConsumerSecret: row.consumer_secret }),
    name: (row) => `consumer secret of the app ${row.id}`,
  }),
  sealed({
    column: 'access_tokens.secret',
    rows: once<{ token: string; secret: string }>((k) =>
      k.selectFrom('access_tokens').select(['token', 'secret']),
    ),
    open: (vault, row) => tokenSecretOf(vault, { token: row.token, sealedSecret: row.secret }),
    name: (row) => `secret of the access token ${row.token}`,
  }),
  sealed({
    column: 'request_tokens.secret',
    rows: once<{ token: string; secret: string }>((k) =>
      k.selectFrom('request_tokens').select(['token', 'secret']),
    ),
    open: (vault, row) => requestTokenSecretOf(vault, { token: row.token, sealedSecret: row.secret }),
    name: (row) => `secret of the request token ${row.token}`,
  }),
]

/**
 * The check of all encrypted secrets and bearer tokens. @param vault opened with the key of this database; see
 * key-file.ts
 */
export function secretsCheck(vault: Vault): Check {
  return {
    name: NAME,
    async run(snapshot, findings) {
      let secrets = 0
      for (const column of SEALED_COLUMNS) secrets += await checkColumn(column, vault, snapshot, findings)
      for await (const apps of snapshot.stream(bearers, {})) {
        for (const { id, bearer_generation, bearer_hash } of apps) {
          if (hashSecret(bearerOf(vault, id, bearer_generation)) === bearer_hash) continue
          findings.fault(NAME, `The bearer token of the app ${id} is not the one that was handed out.`)
        }
        secrets += apps.length
      }
      findings.count(NAME, secrets)
    },
  }
}

async function checkColumn(
  column: SealedColumn<unknown>,
  vault: Vault,
  snapshot: Snapshot,
  findings: Findings,
): Promise<number> {
  let secrets = 0
  for await (const rows of snapshot.stream(column.rows, {})) {
    for (const row of rows) {
      try {
        column.open(vault, row)
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
        findings.fault(NAME, `The ${column.name(row)} does not open with the key.`)
      }
    }
    secrets += rows.length
  }
  return secrets
}

const bearers = once<{ id: bigint; bearer_generation: number; bearer_hash: string }>((k) =>
  k
    .selectFrom('apps')
    .select(['id', 'bearer_generation', 'bearer_hash'])
    .where('bearer_hash', 'is not', null)
    .$narrowType<{ bearer_hash: string }>(),
)
