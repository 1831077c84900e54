/**
 * Invitations, each of which permits one user to sign up (spec/pages.md#sign-up). The store has only a hash of
 * the token, so that read access to the database is not enough to sign up.
 */
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'

/** Default lifetime of an invitation, in milliseconds: 7 days. */
export const INVITATION_MS = 7 * 86_400_000

/** Maximum lifetime of an invitation, in days. */
export const MAX_INVITATION_DAYS = 365

const TOKEN_BYTES = 32
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/
const MAX_NOTE_LENGTH = 200

export interface Invitation {
  readonly id: bigint
  /** A note that the operator wrote, such as the name of the invited person. */
  readonly note: string
  /** Name of the operator. */
  readonly createdBy: string
  /** Milliseconds since the Unix epoch, as are all times in this object. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly usedAt: number | null
  /** The user who used the invitation to sign up. */
  readonly userId: bigint | null
}

export interface CreateInvitationInput {
  readonly note?: string | undefined
  /** Name of the operator. */
  readonly actor: string
  /** In milliseconds; {@link INVITATION_MS} when omitted. */
  readonly lifetime?: number | undefined
}

/**
 * Creates an invitation.
 * @returns the invitation and its token, which is shown only once
 * @throws {Refusal} `description-invalid`
 */
export async function createInvitation(
  context: Context,
  { note = '', actor, lifetime = INVITATION_MS }: CreateInvitationInput,
): Promise<{ readonly invitation: Invitation; readonly token: string }> {
  const { store, clock, ids, random } = context
  if ([...note].length > MAX_NOTE_LENGTH || note.includes('\0') || !note.isWellFormed())
    throw new Refusal('description-invalid', `a note has up to ${MAX_NOTE_LENGTH} characters`)
  const token = random(TOKEN_BYTES).toString('base64url')
  const createdAt = clock.now()
  const id = await ids.make()
  const row = { id, note, createdBy: actor, createdAt, expiresAt: createdAt + lifetime }
  const stamp = await auditStamp(context)
  const subject = { kind: 'invitation', key: id, name: note } as const
  const details = { expires_at: new Date(row.expiresAt).toISOString() }
  // No event: an invitation is not a part of the network.
  await store.write(async (tx) => {
    await tx.run(insertInvitation, { ...row, hash: hashSecret(token) })
    await recordAudit(tx, stamp, { action: 'invitation.create', subject, details })
  })
  return { invitation: { ...row, usedAt: null, userId: null }, token }
}

/**
 * The newest invitations, including used and expired invitations. @param before an id; only invitations with
 * smaller ids are returned
 */
export async function listInvitations(
  reader: Reader,
  { count, before }: { readonly count: number; readonly before?: bigint | undefined },
): Promise<readonly Invitation[]> {
  const rows = await reader.rows(newestInvitations, { count, before: before ?? 2n ** 63n - 1n })
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    userId: row.user_id,
  }))
}

/** Removes an unused invitation. @throws {Refusal} `invitation-invalid` for a used or unknown invitation */
export async function revokeInvitation(context: Context, id: bigint): Promise<void> {
  const stamp = await auditStamp(context)
  // No event: an invitation is not a part of the network.
  await context.store.write(async (tx) => {
    const found = await tx.first(invitationById, { id })
    if ((await tx.run(deleteUnused, { id })) === 0)
      throw new Refusal('invitation-invalid', `there is no unused invitation with the id ${id}`)
    const subject = { kind: 'invitation', key: id, name: found?.note ?? '' } as const
    await recordAudit(tx, stamp, { action: 'invitation.revoke', subject })
  })
}

/** True if the token belongs to an invitation that can be used. */
export async function isInvited({ store, clock }: Context, token: string): Promise<boolean> {
  if (!TOKEN.test(token)) return false
  return (await store.first(openInvitation, { hash: hashSecret(token), now: clock.now() })) !== undefined
}

/**
 * Uses an invitation for a new user. If two calls use the invitation at the same time, one succeeds.
 * @throws {Refusal} `invitation-invalid` for an unknown, used, revoked or expired invitation
 */
export async function takeInvitation(
  tx: Tx,
  { token, userId, now }: { readonly token: string; readonly userId: bigint; readonly now: number },
): Promise<void> {
  const used = TOKEN.test(token) ? await tx.run(useInvitation, { hash: hashSecret(token), userId, now }) : 0
  if (used === 0) throw new Refusal('invitation-invalid', 'the invitation was used, or it has expired')
}

const insertInvitation = query<{
  id: bigint
  hash: string
  note: string
  createdBy: string
  createdAt: number
  expiresAt: number
}>()((k, p) =>
  k.insertInto('invitations').values({
    id: p('id'),
    token_hash: p('hash'),
    note: p('note'),
    created_by: p('createdBy'),
    created_at: p('createdAt'),
    expires_at: p('expiresAt'),
    used_at: null,
    user_id: null,
  }),
)

const newestInvitations = query<{ count: number; before: bigint }>()((k, p) =>
  k
    .selectFrom('invitations')
    .select(['id', 'note', 'created_by', 'created_at', 'expires_at', 'used_at', 'user_id'])
    .where('id', '<', p('before'))
    .orderBy('id', 'desc')
    .limit(p('count')),
)

const invitationById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('invitations').select('note').where('id', '=', p('id')),
)

const deleteUnused = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('invitations').where('id', '=', p('id')).where('used_at', 'is', null),
)

// Uses the index invitations_token.
const openInvitation = query<{ hash: string; now: number }>()((k, p) =>
  k
    .selectFrom('invitations')
    .select('id')
    .where('token_hash', '=', p('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', p('now')),
)

const useInvitation = query<{ hash: string; userId: bigint; now: number }>()((k, p) =>
  k
    .updateTable('invitations')
    .set({ used_at: p('now'), user_id: p('userId') })
    .where('token_hash', '=', p('hash'))
    .where('used_at', 'is', null)
    .where('expires_at', '>', p('now')),
)
