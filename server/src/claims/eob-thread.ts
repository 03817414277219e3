import { serveDocuments } from '../pdf/serve.ts'
import { composeEob } from './eob.ts'

serveDocuments(composeEob)
