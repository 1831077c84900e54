import { after, before, beforeEach, test } from 'node:test'
import { useAviary } from 'aviary-server/testing'
import { CASES, OPTIONS } from './cases.js'

const aviary = useAviary({ before, after, beforeEach }, OPTIONS)
for (const [title, work] of Object.entries(CASES)) test(title, () => work(aviary))
