import { serveDocuments } from '../../platform/pdf/serve.ts'
import { composeList } from './list-document.ts'

serveDocuments(composeList)
