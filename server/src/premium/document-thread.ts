import { serveDocuments } from '../pdf/serve.ts'
import { composePremium } from './document.ts'

serveDocuments(composePremium)
