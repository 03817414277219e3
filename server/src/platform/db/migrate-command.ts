import { tell } from '../command-line.ts'
import { runMigrate } from './run-migrate.ts'

tell(await runMigrate(process.argv.slice(2), process.env))
