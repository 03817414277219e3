import { serveJobs } from '../../platform/threads/serve.ts'
import { runCheck, type SamlChecked, type SamlJob } from './saml-checks.ts'

serveJobs<SamlJob, SamlChecked>(runCheck)
