import { tell } from '../command-line.ts'
import { auditVerify } from './verified.ts'

tell(await auditVerify(process.argv.slice(2), process.env))
