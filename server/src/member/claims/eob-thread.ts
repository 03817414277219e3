import { serveDocuments } from '../../platform/pdf/serve.ts'
import { composeEob } from './eob.ts'

serveDocuments(composeEob)
