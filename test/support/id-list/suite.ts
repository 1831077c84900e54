/**
 * The contract of id lists with cursors, as tests for every endpoint with such a list
 * (spec/followers.md#cursors). Each row of the table of gaps and of the table of cursors has one case.
 */
import { type TestContext, test } from 'node:test'
import { ENGINES } from '../engines.ts'
import { slowOnPostgres, type TestOn } from '../part.ts'
import { cursors, cursorsRefused, hiddenMembers } from './cursors.ts'
import { listOwner, listsOfUnknownUsers, protectedLists } from './list-owner.ts'
import { pageSizes, rendering } from './pages.ts'
import { limits, refusals } from './refusals.ts'
import { type IdList, openStage, type StageHost } from './stage.ts'

/** Registers the suite on both engines. */
export function idListSuite(list: IdList, testOn: TestOn = slowOnPostgres): void {
  for (const engine of ENGINES) {
    testOn(engine)(`${list.path} on ${engine}`, (t) => idListCases(t, list, { engine }))
  }
  test(`${list.path}: the window is 15 requests in 15 minutes`, (t) => limits(t, list))
}

/** Runs the cases on a server with new or existing data. */
export async function idListCases(t: TestContext, list: IdList, place: StageHost): Promise<void> {
  const stage = await openStage(t, list, place)
  await listOwner(t, stage)
  await listsOfUnknownUsers(t, stage)
  await protectedLists(t, stage)
  await pageSizes(t, stage)
  await rendering(t, stage)
  await cursors(t, stage)
  await cursorsRefused(t, stage)
  await hiddenMembers(t, stage)
  await refusals(t, stage)
}
