/** Calls every method of the two clients of the unmodified tweepy, for API v1.1 and for API v2. */
import { slowTest as test } from '../../../test/support/part.ts'
import { CLIENT_ENGINES } from '../../support/installation.ts'
import { requireCases, runCases } from '../support/cases.ts'
import { needing } from '../support/installs.ts'
import { setStage } from '../support/stage.ts'
import { API_CASES } from './api-cases.ts'
import { CLIENT_READ_CASES } from './client-read-cases.ts'
import { CLIENT_WRITE_CASES } from './client-write-cases.ts'
import { Tweepy } from './tweepy.ts'

/** Methods that are not calls of the API. */
const NOT_CALLS = new Set(['request'])

for (const engine of CLIENT_ENGINES) {
  test(`every method of tweepy.Client works on ${engine}`, needing('tweepy'), async (t) => {
    const stage = await setStage(t, engine)
    const tweepy = await Tweepy.start(t, stage)
    await tweepy.createClients()
    const cases = [...CLIENT_READ_CASES, ...CLIENT_WRITE_CASES]
    await t.test('every method has a case', async () => {
      const methods = await tweepy.methods('tweepy.Client')
      requireCases(
        methods.filter((name) => !NOT_CALLS.has(name)),
        cases,
      )
    })
    await runCases(t, 'tweepy.Client', cases, stage.network, (call) => tweepy.call('client', call))
  })

  test(`every method of tweepy.API works on ${engine}`, needing('tweepy'), async (t) => {
    const stage = await setStage(t, engine)
    const tweepy = await Tweepy.start(t, stage)
    await tweepy.createApis()
    await t.test('every method has a case', async () => {
      const methods = await tweepy.methods('tweepy.API')
      requireCases(
        methods.filter((name) => !NOT_CALLS.has(name)),
        API_CASES,
      )
    })
    await runCases(t, 'tweepy.API', API_CASES, stage.network, (call) => tweepy.call('api', call))
  })
}
