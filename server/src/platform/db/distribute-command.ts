import { tell } from '../command-line.ts'
import { runDistribute } from './run-distribute.ts'

tell(await runDistribute(process.argv.slice(2), process.env))
