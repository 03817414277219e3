import { serveDocuments } from '../pdf/serve.ts'
import { composeForm } from './document.ts'

serveDocuments(composeForm)
