/** Migrates the database at the address given as JSON, and prints the names of the applied migrations. */
import { migrate } from '../../../src/db/migrate.ts'

const { applied } = await migrate(JSON.parse(process.argv[2] ?? ''), 0)
process.stdout.write(`${JSON.stringify(applied)}\n`)
