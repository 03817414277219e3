import type { BodyOf, PayloadOf, QueryOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/content-console'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import type { ConsoleParts } from './desk.ts'
import { explainContent, listItems, listReleases, listVersions } from './read.ts'
import { releaseVersions, undoRelease } from './release.ts'
import { stepVersion, writeVersion } from './write.ts'

/** Content as authors write it and others approve it, each for the brands they work for (CT-4 to CT-8). */
export interface ContentConsole {
  list(
    context: CallContext<Principal>,
    query: QueryOf<typeof calls.contentItems>,
  ): Promise<PayloadOf<typeof calls.contentItems>>
  versions(
    context: CallContext<Principal>,
    key: BodyOf<typeof calls.contentVersions>,
  ): Promise<PayloadOf<typeof calls.contentVersions>>
  readonly write: AuditedHandler<typeof calls.writeContent>
  readonly step: AuditedHandler<typeof calls.stepContent>
  readonly release: AuditedHandler<typeof calls.releaseContent>
  releases(context: CallContext<Principal>): Promise<PayloadOf<typeof calls.contentReleases>>
  readonly undo: AuditedHandler<typeof calls.undoRelease>
  explain(
    context: CallContext<Principal>,
    key: BodyOf<typeof calls.explainContentFor>,
  ): Promise<PayloadOf<typeof calls.explainContentFor>>
}

export function createContentConsole(parts: ConsoleParts): ContentConsole {
  return {
    list: (context, query) => listItems(parts, context, query),
    versions: (context, key) => listVersions(parts, context, key),
    write: writeVersion(parts),
    step: stepVersion(parts),
    release: releaseVersions(parts),
    releases: (context) => listReleases(parts, context),
    undo: undoRelease(parts),
    explain: (context, key) => explainContent(parts, context, key),
  }
}
