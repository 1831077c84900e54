import { useAviary } from 'aviary-server/testing'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { CASES, OPTIONS } from './cases.js'

const aviary = useAviary({ before: beforeAll, after: afterAll, beforeEach }, OPTIONS)
for (const [title, work] of Object.entries(CASES)) test(title, { timeout: 60_000 }, () => work(aviary))
