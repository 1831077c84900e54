/**
 * Rules that select the welcome message of a user (spec/direct-messages.md#welcome-message-rules). A user has at most
 * one rule.
 */
import { query } from '../../db/query.ts'
import type { WelcomeRulesTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { type Context, Refusal } from '../context.ts'

export interface WelcomeRule {
  /** A snowflake, which contains the time of creation. */
  readonly id: bigint
  readonly welcomeMessageId: bigint
}

/** @throws {Refusal} `welcome-message-not-found`, `welcome-rule-exists` */
export async function createWelcomeRule(
  context: Context,
  { userId, welcomeMessageId }: { readonly userId: bigint; readonly welcomeMessageId: bigint },
): Promise<WelcomeRule> {
  const id = await context.ids.make()
  // No event: a rule affects only its owner.
  await context.store.write(async (tx) => {
    if ((await tx.first(lockedWelcome, { id: welcomeMessageId, user: userId })) === undefined) {
      throw new Refusal('welcome-message-not-found', `${userId} has no welcome message ${welcomeMessageId}`)
    }
    if ((await tx.run(insertRule, { id, user: userId, message: welcomeMessageId })) === 0) {
      throw new Refusal('welcome-rule-exists', `${userId} has a rule already`)
    }
  })
  return { id, welcomeMessageId }
}

/** @throws {Refusal} `welcome-rule-not-found` */
export async function deleteWelcomeRule(
  context: Context,
  { id, userId }: { readonly id: bigint; readonly userId: bigint },
): Promise<void> {
  // No event: a rule affects only its owner.
  await context.store.write(async (tx) => {
    if ((await tx.run(deleteRule, { id, user: userId })) === 0) {
      throw new Refusal('welcome-rule-not-found', `${userId} has no welcome message rule ${id}`)
    }
  })
}

/** The rule of a user; undefined for a user without a rule. */
export async function findWelcomeRule(reader: Reader, userId: bigint): Promise<WelcomeRule | undefined> {
  const row: WelcomeRulesTable | undefined = await reader.first(ruleOf, { user: userId })
  return row === undefined ? undefined : { id: row.id, welcomeMessageId: row.welcome_message_id }
}

/** Deletes the rules that select a welcome message. */
export async function deleteRulesOf(
  tx: Tx,
  { id, userId }: { readonly id: bigint; readonly userId: bigint },
): Promise<void> {
  await tx.run(deleteRuleOfMessage, { id, user: userId })
}

// The welcome message is locked, so that no rule is created for a message that is being deleted.
const lockedWelcome = query<{ id: bigint; user: bigint }>()((k, p, engine) => {
  const row = k
    .selectFrom('welcome_messages')
    .select('id')
    .where('id', '=', p('id'))
    .where('user_id', '=', p('user'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const insertRule = query<{ id: bigint; user: bigint; message: bigint }>()((k, p) =>
  k
    .insertInto('welcome_rules')
    .values({ id: p('id'), user_id: p('user'), welcome_message_id: p('message') })
    .onConflict((conflict) => conflict.column('user_id').doNothing()),
)

const deleteRule = query<{ id: bigint; user: bigint }>()((k, p) =>
  k.deleteFrom('welcome_rules').where('id', '=', p('id')).where('user_id', '=', p('user')),
)

const deleteRuleOfMessage = query<{ id: bigint; user: bigint }>()((k, p) =>
  k.deleteFrom('welcome_rules').where('user_id', '=', p('user')).where('welcome_message_id', '=', p('id')),
)

// Uses the unique index welcome_rules_user.
const ruleOf = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('welcome_rules').selectAll().where('user_id', '=', p('user')),
)
