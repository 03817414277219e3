import { serveDocuments } from '../../platform/pdf/serve.ts'
import { composeForm } from './document.ts'

serveDocuments(composeForm)
