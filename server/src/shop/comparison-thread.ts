import { serveDocuments } from '../pdf/serve.ts'
import { composeComparison } from './comparison-document.ts'

serveDocuments(composeComparison)
