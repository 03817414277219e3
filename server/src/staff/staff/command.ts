import { tell } from '../../platform/command-line.ts'
import { admin } from './admin.ts'

tell(await admin(process.argv.slice(2), process.env, process.stdin))
