import { serveDocuments } from '../../platform/pdf/serve.ts'
import { composePremium } from './document.ts'

serveDocuments(composePremium)
