/** Posts that apps were sent, by app, project, product and day, and what is left of their months. */
import { bulk } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'
import { lockApp, requireApp } from '../apps/app.ts'
import { findProjectOfApp, lockProject } from '../apps/projects.ts'
import { dayOf, monthOf, type Period } from './period.ts'

/**
 * What is counted by itself: the Labs v1 stream and the Labs v2 search per app; the stream and the search of the
 * second generation together, per project (spec/post-streams.md#posts-per-month).
 */
export const USAGE_PRODUCTS = ['labs-1-stream', 'labs-2-search', '2'] as const
export type UsageProduct = (typeof USAGE_PRODUCTS)[number]

/** Posts of a month [S]. */
export const MONTHLY_CAP = 500_000

/** To whom posts are counted. */
export interface UsageAccount {
  readonly appId: bigint
  readonly projectId: bigint | undefined
  readonly product: UsageProduct
  /** When its months began to be counted: when the app, or the project, was made. Milliseconds since the Unix epoch. */
  readonly since: number
}

/** Posts to be counted. */
export interface UsageEntry {
  readonly account: UsageAccount
  /** When they were sent, in days since the Unix epoch. */
  readonly day: number
  readonly posts: number
}

/** The account of an app. @throws {Refusal} `app-not-found` */
export async function usageAccountOf(
  reader: Reader,
  appId: bigint,
  product: UsageProduct,
): Promise<UsageAccount> {
  const app = await requireApp(reader, appId)
  const project = await findProjectOfApp(reader, appId)
  const isOfProject = product === '2' && project !== undefined
  return {
    appId,
    projectId: project?.id,
    product,
    since: isOfProject ? project.createdAt : app.createdAt,
  }
}

/** Adds to what is counted; several processes may. */
export async function addUsage(store: Store, shares: readonly UsageEntry[]): Promise<void> {
  // No event: figures follow from what was sent, and nothing follows from them.
  if (shares.length > 0) await store.write((tx) => addUsageIn(tx, shares))
}

/** As {@link addUsage}, in a transaction that has more to do. */
export async function addUsageIn(tx: Tx, shares: readonly UsageEntry[]): Promise<void> {
  // Always in one order, so that two processes never wait for each other.
  const rows = shares
    .filter(({ posts }) => posts > 0)
    .toSorted((a, b) => (keyOf(a.account) < keyOf(b.account) ? -1 : 1))
    .map(rowOf)
  if (rows.length > 0) await upsertUsage(tx, rows)
}

/**
 * Adds as many posts as the account has left in its month, up to `wanted`: of all that ask at once, in whatever process,
 * never more. What streams add beside it is not held up.
 * @param now milliseconds since the Unix epoch
 * @returns how many
 */
export async function reserveUsage(
  store: Store,
  account: UsageAccount,
  now: number,
  wanted: number,
): Promise<number> {
  if (wanted === 0) return 0
  return store.write(async (tx) => {
    await lockAccount(tx, account)
    const left = MONTHLY_CAP - (await usageThisMonth(tx, account, now))
    const posts = Math.max(0, Math.min(wanted, left))
    // No event: as in addUsage.
    if (posts > 0) await upsertUsage(tx, [rowOf({ account, day: dayOf(now), posts })])
    return posts
  })
}

/** Days of several apps make the sum of a project: no row of theirs would do. */
function lockAccount(tx: Tx, account: UsageAccount): Promise<void> {
  const projectId = cappedProject(account)
  return projectId === undefined ? lockApp(tx, account.appId) : lockProject(tx, projectId)
}

/** The project whose apps have one month between them; undefined for an app that has its own. */
function cappedProject({ projectId, product }: UsageAccount): bigint | undefined {
  return product === '2' ? projectId : undefined
}

function rowOf({ account: { appId, projectId = NO_PROJECT, product }, day, posts }: UsageEntry): BulkRow {
  return [appId, projectId, product, day, posts]
}

/** Names what is capped together: an app, or a project. */
export function keyOf(account: UsageAccount): string {
  const { appId, product } = account
  const projectId = cappedProject(account)
  return projectId === undefined ? `${product} app ${appId}` : `${product} project ${projectId}`
}

/** Posts that were counted to the account in the days of a period, with those of the other apps of its project. */
export async function usageIn(
  reader: Reader,
  account: UsageAccount,
  { from, until }: Period,
): Promise<number> {
  const { appId, product } = account
  const days = { product, from, until }
  const projectId = cappedProject(account)
  const row =
    projectId === undefined
      ? await reader.first(usageOfApp, { ...days, appId })
      : await reader.first(usageOfProject, { ...days, projectId })
  return Number(row?.posts ?? 0)
}

/** Posts that were counted to the account in its present month. @param now milliseconds since the Unix epoch */
export function usageThisMonth(reader: Reader, account: UsageAccount, now: number): Promise<number> {
  return usageIn(reader, account, monthOf(account.since, now))
}

/** Of an app alone, what it was sent each day of a period, the first day first; days without anything are not there. */
export async function usageByDay(
  reader: Reader,
  appId: bigint,
  product: UsageProduct,
  { from, until }: Period,
): Promise<readonly { readonly day: number; readonly posts: number }[]> {
  const rows = await reader.rows(usageDaysOfApp, { appId, product, from, until })
  return rows.map(({ day, posts }) => ({ day, posts: Number(posts) }))
}

const NO_PROJECT = 0n

const upsertUsage = bulk(
  { app_id: 'integer', project_id: 'integer', product: 'text', day: 'integer', posts: 'integer' },
  (k, rows) =>
    k
      .insertInto('usage_days')
      .columns(['app_id', 'project_id', 'product', 'day', 'posts'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['app_id', 'product', 'day', 'project_id']).doUpdateSet((eb) => ({
          posts: eb('usage_days.posts', '+', eb.ref('excluded.posts')),
        })),
      ),
)

interface Days {
  product: string
  from: number
  until: number
}

const usageOfApp = query<Days & { appId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select((eb) => eb.fn.sum<number | string>('posts').as('posts'))
    .where('app_id', '=', p('appId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until')),
)

// Uses the index usage_days_project.
const usageOfProject = query<Days & { projectId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select((eb) => eb.fn.sum<number | string>('posts').as('posts'))
    .where('project_id', '=', p('projectId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until')),
)

const usageDaysOfApp = query<Days & { appId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select((eb) => ['day' as const, eb.fn.sum<number | string>('posts').as('posts')])
    .where('app_id', '=', p('appId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until'))
    .groupBy('day')
    .orderBy('day')
    .limit(400),
)
