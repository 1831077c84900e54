/**
 * Migrates the database and prints the names of the applied migrations. The argument is the address of the
 * database as JSON.
 */
import { migrate } from '../../../src/db/migrate.ts'

const { applied } = await migrate(JSON.parse(process.argv[2] ?? ''), 0)
process.stdout.write(`${JSON.stringify(applied)}\n`)
