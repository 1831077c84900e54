/** Counts the posts that apps receive, by app, project, product and day. Enforces the monthly cap. */
import { bulk } from '../../db/bulk.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'
import { lockApp, requireApp } from '../apps/app.ts'
import { LIMITS_OF_LEVEL } from '../apps/levels.ts'
import { findProjectOfApp, lockProject } from '../apps/projects/projects.ts'
import { dayOf, monthOf, type Period } from './period.ts'

/**
 * Products with separate counts. The Labs v1 stream and the Labs v2 search count for each app. The stream and the
 * search of API v2 count together for each project (spec/post-streams.md#posts-per-month).
 */
export const USAGE_PRODUCTS = ['labs-1-stream', 'labs-2-search', '2'] as const
export type UsageProduct = (typeof USAGE_PRODUCTS)[number]

/** Maximum number of posts of an app in a month. In API v2 the level of the app decides instead. */
export const MONTHLY_CAP = LIMITS_OF_LEVEL.standard.postsPerMonth

/** The app, project and product for which posts are counted. */
export interface CountedAccount {
  readonly appId: bigint
  readonly projectId: bigint | undefined
  readonly product: UsageProduct
  /** Start of the first month: the creation time of the app or project, in milliseconds since the Unix epoch. */
  readonly since: number
}

/** An account with its cap. */
export interface UsageAccount extends CountedAccount {
  /** Maximum number of posts in a month; in API v2 it depends on the level of the app. */
  readonly cap: number
}

/** Posts to add to the counts of a day. */
export interface UsageEntry {
  readonly account: CountedAccount
  /** Day on which the posts were sent, in days since the Unix epoch. */
  readonly day: number
  readonly posts: number
}

/** The usage account of an app. @throws {Refusal} `app-not-found` */
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
    cap: product === '2' ? LIMITS_OF_LEVEL[app.level].postsPerMonth : MONTHLY_CAP,
  }
}

/** Adds to the counts. Several processes can do this at the same time. */
export async function addUsage(store: Store, entries: readonly UsageEntry[]): Promise<void> {
  // No event: the counts are derived from sent posts, and no other state depends on them.
  if (entries.length > 0) await store.write((tx) => addUsageIn(tx, entries))
}

/** As {@link addUsage}, inside the transaction of the caller. */
export async function addUsageIn(tx: Tx, entries: readonly UsageEntry[]): Promise<void> {
  // The order is always the same, so that concurrent processes do not deadlock.
  const rows = entries
    .filter(({ posts }) => posts > 0)
    .toSorted((a, b) => (keyOf(a.account) < keyOf(b.account) ? -1 : 1))
    .map(rowOf)
  if (rows.length > 0) await upsertUsage(tx, rows)
}

/**
 * Counts up to `wanted` posts, without exceeding the monthly cap of the account. Concurrent calls never exceed the cap
 * together, even in several processes. Streams count without the lock that this function takes.
 * @param now milliseconds since the Unix epoch
 * @returns the number of posts that were counted
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
    const left = account.cap - (await usageThisMonth(tx, account, now))
    const posts = Math.max(0, Math.min(wanted, left))
    // No event: the counts are derived from sent posts, and no other state depends on them.
    if (posts > 0) await upsertUsage(tx, [rowOf({ account, day: dayOf(now), posts })])
    return posts
  })
}

/**
 * Locks the app or project for a change of its usage. The function cannot lock a row of `usage_days` instead, because
 * the usage is the sum of rows of several days and apps.
 */
export function lockAccount(tx: Tx, account: UsageAccount): Promise<void> {
  const projectId = cappedProject(account)
  return projectId === undefined ? lockApp(tx, account.appId) : lockProject(tx, projectId)
}

/** The project whose apps share a cap; undefined for an app with a separate cap. */
function cappedProject({ projectId, product }: CountedAccount): bigint | undefined {
  return product === '2' ? projectId : undefined
}

function rowOf({ account: { appId, projectId = NO_PROJECT, product }, day, posts }: UsageEntry): BulkRow {
  return [appId, projectId, product, day, posts]
}

/** A key for the app or project that has the cap. */
export function keyOf(account: CountedAccount): string {
  const { appId, product } = account
  const projectId = cappedProject(account)
  return projectId === undefined ? `${product} app ${appId}` : `${product} project ${projectId}`
}

/** Number of posts that are counted for the account in a period, including posts of other apps with the same cap. */
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

/**
 * Number of posts that are counted for the account in its current month. @param now milliseconds since the Unix epoch
 */
export function usageThisMonth(reader: Reader, account: UsageAccount, now: number): Promise<number> {
  return usageIn(reader, account, monthOf(account.since, now))
}

/** Number of posts sent to one app on each day of a period, in order. Days without posts are omitted. */
export async function usageByDay(
  reader: Reader,
  appId: bigint,
  product: UsageProduct,
  { from, until }: Period,
): Promise<readonly { readonly day: number; readonly posts: number }[]> {
  const rows = await reader.rows(usageDaysOfApp, { appId, product, from, until })
  return rows.map(({ day, posts }) => ({ day, posts: Number(posts) }))
}

/** Number of posts of an app on a day. */
export interface AppUsage {
  readonly appId: bigint
  /** In days since the Unix epoch. */
  readonly day: number
  readonly posts: number
}

/**
 * Number of posts sent to each app that shares the cap of the account, on each day of a period, ordered by app and day.
 * Days without posts are omitted.
 */
export async function usageByAppAndDay(
  reader: Reader,
  account: UsageAccount,
  { from, until }: Period,
): Promise<readonly AppUsage[]> {
  const { appId, product } = account
  const projectId = cappedProject(account)
  if (projectId === undefined) {
    const days = await usageByDay(reader, appId, product, { from, until })
    return days.map((day) => ({ appId, ...day }))
  }
  const rows = await reader.rows(usageDaysOfProject, { projectId, product, from, until })
  return rows.map(({ app_id, day, posts }) => ({ appId: app_id, day, posts: Number(posts) }))
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

// Uses the index usage_days_project.
const usageDaysOfProject = query<Days & { projectId: bigint }>()((k, p) =>
  k
    .selectFrom('usage_days')
    .select(['app_id', 'day', 'posts'])
    .where('project_id', '=', p('projectId'))
    .where('product', '=', p('product'))
    .where('day', '>=', p('from'))
    .where('day', '<', p('until'))
    .orderBy('app_id')
    .orderBy('day'),
)
