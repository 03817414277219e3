import { serveDocuments } from '../pdf/serve.ts'
import { composeCard } from './card-document.ts'

serveDocuments(composeCard)
