// What a timeline loads after the page, in one file: a second one would be another round trip.
export { CommentForm } from './comment-form.js';
export { Way } from './way.js';
