import { serveDocuments } from '../pdf/serve.ts'
import { composeList } from './list-document.ts'

serveDocuments(composeList)
