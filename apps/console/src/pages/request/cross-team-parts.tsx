import type { JSX, ReactNode } from 'react';
import { useMe } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';
import { Icon, type IconName } from '../../ui/icons.js';
import { Section } from '../../ui/page.js';
import { Ago } from '../../ui/time.js';
import styles from './cross-team-parts.module.css';
import { type VotedAs, requiredVotes, voteAs } from './cross-team-votes.js';
import { possibleVotes } from './possible-votes.js';

/** The parts of a cross-team request: one person provides, one verifies for the source, one for security; nobody has two parts. */
export function CrossTeamParts({ request }: { request: RequestDetail }): JSX.Element | null {
  const me = useMe();
  if (request.type !== 'cross_team') return null;
  const { filled_at: at, filled_by_user_id: filler, names, fill_comment: comment } = request;
  return (
    <Section title="Cross-team request">
      <ol className={styles.parts}>
        <Part
          name="Values"
          of={`of ${names?.target_project ?? 'a deleted project'}, team ${names?.target_team ?? '–'}`}
          icon={at ? 'done' : 'open'}
          comment={comment}
        >
          {at ? (
            <>
              {nameOf(names?.filled_by ?? 'Somebody', filler === me.id)} provided them <Ago at={at} />
            </>
          ) : (
            waitedFor(request, 'pending_values', 'Nobody has provided them yet')
          )}
        </Part>
        {requiredVotes(request).map((votedAs) => (
          <Verified key={votedAs} votedAs={votedAs} request={request} />
        ))}
      </ol>
      <OwnPart request={request} />
    </Section>
  );
}

const VOTES: Readonly<Record<VotedAs, string>> = { source: 'Source', security: 'Security' };

function Verified({ votedAs, request }: { votedAs: VotedAs; request: RequestDetail }): JSX.Element {
  const { id: me } = useMe();
  const vote = voteAs(votedAs, request);
  return (
    <Part
      name={VOTES[votedAs]}
      of={votedAs === 'source' ? `of ${request.names?.source_project ?? 'a deleted project'}` : ''}
      icon={vote === undefined ? 'open' : vote.decision === 'approve' ? 'done' : 'against'}
      comment={vote?.comment}
    >
      {vote ? (
        <>
          {nameOf(vote.approver_email, vote.approver_id === me)}{' '}
          {vote.decision === 'approve' ? 'approved' : 'rejected'} <Ago at={vote.created_at} />
        </>
      ) : (
        waitedFor(request, 'pending_verification', 'Nobody has verified them yet')
      )}
    </Part>
  );
}

interface PartProps {
  readonly name: string;
  readonly of: string;
  readonly icon: IconName;
  readonly comment?: string | null;
  readonly children: ReactNode;
}

function Part({ name, of, icon, comment, children }: PartProps): JSX.Element {
  return (
    <li className={styles.part} data-state={icon}>
      <Icon name={icon} />
      <div>
        <p>
          <strong>{name}</strong> <span className={styles.of}>{of}</span>
        </p>
        <p>{children}</p>
        {comment && <blockquote className={styles.comment}>{comment}</blockquote>}
      </div>
    </li>
  );
}

/** Which part is this person's already, or could be: said before they try. */
function OwnPart({ request }: { request: RequestDetail }): JSX.Element | null {
  const me = useMe();
  const words = ownPart();
  return words === null ? null : <p className={styles.own}>{words}</p>;

  function ownPart(): string | null {
    const vote = request.approvals.find(({ approver_id: id }) => id === me.id);
    if (request.requester_id === me.id) return 'You made this request: the other parts are for others.';
    if (request.filled_by_user_id === me.id) return 'You provided the values: others verify them.';
    if (vote) return `You ${vote.decision === 'approve' ? 'approved' : 'rejected'} for ${placeOf(vote)}.`;
    if (request.status !== 'pending_verification') return null;
    if (!request.allowed_actions.some(({ action, allowed }) => action === 'verify' && allowed)) return null;
    const votes = possibleVotes(request, me).map((votedAs) =>
      votedAs === 'source' ? 'the source' : 'security',
    );
    if (votes.length === 0) return null;
    return `You can verify for ${votes.join(' or for ')}${votes.length > 1 ? ', not for both' : ''}.`;
  }
}

function placeOf({ voted_as: as }: RequestDetail['approvals'][number]): string {
  return as === 'security' ? 'security' : 'the source';
}

function nameOf(name: string, own: boolean): ReactNode {
  return (
    <>
      <bdi>{name}</bdi>
      {own && ' (you)'}
    </>
  );
}

/** What is said of a part that nobody has taken: nothing is waited for once the request is over. */
function waitedFor({ status }: RequestDetail, during: RequestDetail['status'], words: string): string {
  const before = status === 'pending_values' && during === 'pending_verification';
  if (before) return 'After the values are there';
  return status === during ? words : 'Nobody';
}
