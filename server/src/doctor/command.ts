import { tell } from '../platform/command-line.ts'
import { doctor } from './doctor.ts'

tell(await doctor(process.env))
