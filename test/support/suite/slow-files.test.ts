import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../engines.ts'
import { slowFiles } from './slow-files.ts'

test('a file belongs to the slow part if the file or one of its helpers imports part.ts, even with import cycles', async (t) => {
  const folder = await temporaryDirectory(t)
  const texts = {
    'support/part.ts': 'export const slow = {}',
    'support/left.ts': "import { right } from './right.ts'\nexport const left = right",
    'support/right.ts': "import './left.ts'\nimport { slow } from './part.ts'\nexport const right = slow",
    'support/other.ts': "export * from '../src/program.ts'",
    // Imports of program files are not followed.
    'src/program.ts': "import '../support/part.ts'",
    'src/direct.test.ts': "import {\n  slow,\n} from '../support/part.ts'",
    'src/helped.test.ts': "import { left } from '../support/left.ts'",
    'src/later.test.ts': "await import('../support/right.ts')",
    'src/planted.test.ts': 'const text = "import \'./nowhere.ts\'"',
    'src/fast.test.ts': "import '../support/other.ts'\nimport './program.ts'",
  }
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const tests = Object.keys(texts)
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join(folder, path))
  assert.deepEqual(
    slowFiles(tests, join(folder, 'support/part.ts')),
    ['src/direct.test.ts', 'src/helped.test.ts', 'src/later.test.ts'].map((path) => join(folder, path)),
  )
})
