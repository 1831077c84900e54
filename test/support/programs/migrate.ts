/** Migrates the database whose address is the argument, as JSON, and prints the names of the migrations that it ran. */
import { migrate } from '../../../src/db/migrate.ts'

const { applied } = await migrate(JSON.parse(process.argv[2] ?? ''), 0)
process.stdout.write(`${JSON.stringify(applied)}\n`)
