import { afterAll, beforeAll, beforeEach, test } from '@jest/globals'
import { useAviary } from 'aviary-server/testing'
import { CASES, OPTIONS } from './cases.js'

const aviary = useAviary({ before: beforeAll, after: afterAll, beforeEach }, OPTIONS)
for (const [title, work] of Object.entries(CASES)) test(title, () => work(aviary), 60_000)
