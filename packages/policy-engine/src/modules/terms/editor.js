// The editor of a policy text: format buttons, a live preview, and automatic saving of drafts.
const editor = document.querySelector('[data-editor]');
const form = editor.querySelector('form');
const area = form.querySelector('textarea');
const words = editor.dataset;
const revision = () => form.querySelector('input[name$="revision]"], input[name="revision"]');

// Replaces text through the editing command, because only its changes are part of the undo history of the field.
function write(start, end, text, from, to) {
  area.focus();
  area.setSelectionRange(start, end);
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start + from, start + to);
}
function wrap(mark) {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const size = mark.length;
  const chosen = value.slice(start, end);
  if (value.slice(start - size, start) === mark && value.slice(end, end + size) === mark) {
    write(start - size, end + size, chosen, 0, chosen.length);
    return;
  }
  // Markdown ignores a mark that is next to white space, so white space stays outside of the marks.
  const text = chosen.trim() || words.sample;
  const [before] = chosen.trim() ? chosen.match(/^\s*/) : [''];
  const [after] = chosen.trim() ? chosen.match(/\s*$/) : [''];
  const from = before.length + size;
  write(start, end, before + mark + text + mark + after, from, from + text.length);
}
function prefix(mark, present) {
  const { selectionStart, selectionEnd, value } = area;
  const start = value.lastIndexOf('\n', selectionStart - 1) + 1;
  const next = value.indexOf('\n', Math.max(selectionEnd - 1, selectionStart));
  const end = next < 0 ? value.length : next;
  const lines = (value.slice(start, end) || words.sample).split('\n');
  const written = lines.filter((line) => line.trim());
  const isMarked = written.every((line) => line.startsWith(mark));
  const text = lines
    .map((line) => (isMarked || !line.trim() ? line.replace(mark, '') : mark + line.replace(present, '')))
    .join('\n');
  write(start, end, text, lines.length === 1 ? text.length : 0, text.length);
}
function insertLink() {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const text = value.slice(start, end) || words.sample;
  write(start, end, `[${text}](https://)`, text.length + 3, text.length + 11);
}
function insertTable() {
  const { selectionEnd: end, value } = area;
  const row = `| ${words.sample} | ${words.sample} |\n`;
  const before = value.slice(0, end);
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  write(end, end, `${gap}${row}| --- | --- |\n${row}`, gap.length + 2, gap.length + 2 + words.sample.length);
}
const formats = {
  bold: () => wrap('**'),
  italic: () => wrap('_'),
  heading: () => prefix('## ', /^#+ /),
  list: () => prefix('- ', /^(?:[-*+]|\d+[.)]) /),
  link: insertLink,
  table: insertTable,
};
const toolbar = editor.querySelector('[role="toolbar"]');
const linkForm = form.querySelector('[data-link]');
const choice = form.querySelector('[data-writing]');
// While the formatted editor is open, it takes the field's place and the buttons are its own.
toolbar.addEventListener('click', ({ target }) => {
  if (!area.hidden) formats[target.closest('button')?.dataset.format]?.();
});
// The toolbar is one tab stop, with arrow keys between its buttons (https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/).
toolbar.addEventListener('keydown', (event) => {
  const forward = getComputedStyle(toolbar).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const buttons = [...toolbar.querySelectorAll('button:not([hidden])')];
  const at = buttons.indexOf(document.activeElement);
  const to = {
    ArrowLeft: at + (forward === 'ArrowLeft' ? 1 : -1),
    ArrowRight: at + (forward === 'ArrowRight' ? 1 : -1),
    Home: 0,
    End: buttons.length - 1,
  }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = buttons[(to + buttons.length) % buttons.length];
  for (const button of toolbar.querySelectorAll('button')) button.tabIndex = button === next ? 0 : -1;
  next.focus();
});
area.addEventListener('keydown', (event) => {
  const format = { b: 'bold', i: 'italic', k: 'link' }[event.key.toLowerCase()];
  if (!format || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  formats[format]();
});
area.before(choice, toolbar, linkForm);
toolbar.hidden = false;

const beside = document.querySelector('#preview');
const heading = beside.querySelector('h2');
const links = [...beside.querySelectorAll('[data-shows]')];
const paneOf = (name) => beside.querySelector(`[data-pane="${name}"]`);
const shown = () => beside.querySelector('[data-pane]:not([hidden])').dataset.pane;
// The other panes show stored texts.
const isLive = (name) => name === 'preview' || name === 'changes';
let asking;
let previewTimer;
let lastPreview = 0;
async function preview() {
  const name = shown();
  if (!isLive(name)) return;
  asking?.abort();
  asking = new AbortController();
  lastPreview = Date.now();
  const body = new URLSearchParams({ description: area.value });
  if (name === 'changes') {
    body.set('against', words.against);
    body.set('language', words.locale ?? '');
  }
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(words.preview, { method: 'POST', body, headers, signal: asking.signal });
    if (!response.ok) return;
    const { html } = await response.json();
    const pane = paneOf(name);
    const text = pane.querySelector('.pe-prose');
    text.innerHTML = html;
    text.lang = words.locale ?? '';
    pane.querySelector('[data-empty]').hidden = html !== '';
    dispatchEvent(new Event('resize'));
  } catch {}
}
function previewSoon() {
  clearTimeout(previewTimer);
  // At most one preview per second, since each is a request to the server.
  previewTimer = setTimeout(preview, Math.max(300, lastPreview + 1000 - Date.now()));
}
function show(name) {
  for (const pane of beside.querySelectorAll('[data-pane]')) pane.hidden = pane.dataset.pane !== name;
  for (const link of links) {
    if (link.dataset.shows === name) {
      link.setAttribute('aria-current', 'page');
      heading.textContent = link.textContent;
    } else link.removeAttribute('aria-current');
  }
  void preview();
}
beside.addEventListener('click', (event) => {
  const name = event.target.closest('[data-shows]')?.dataset.shows;
  if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(name);
});
form.querySelector('[value="preview"]').addEventListener('click', (event) => {
  event.preventDefault();
  show('preview');
  beside.focus();
});

const SAVE_AFTER = 2000;
const TRY_AGAIN_AFTER = 10000;
const snapshot = () => {
  const fields = new URLSearchParams(new FormData(form));
  for (const name of ['_method', 'revision', 'term[revision]']) fields.delete(name);
  return fields.toString();
};
const said = form.querySelector('[data-said]');
const problem = form.querySelector('[data-problem]');
let stored = 'stored' in words ? snapshot() : '';
let saving;
let saveTimer;
let isOvertaken = false;
let isLeaving = false;
const isChanged = () => snapshot() !== stored;
function tell(state, trouble = '') {
  said.textContent = state;
  if (problem.textContent !== trouble) problem.textContent = trouble;
}
function saveSoon(after) {
  clearTimeout(saveTimer);
  if (words.editor === 'autosave' && !isOvertaken) saveTimer = setTimeout(save, after);
}
function save() {
  clearTimeout(saveTimer);
  if (!saving && isChanged() && area.value.trim()) {
    saving = send().finally(() => {
      saving = undefined;
    });
  }
  return saving;
}
async function send() {
  const sent = snapshot();
  const body = new URLSearchParams(new FormData(form));
  body.set('autosave', '1');
  tell(words.saving, problem.textContent);
  try {
    const headers = { accept: 'application/json' };
    const signal = AbortSignal.timeout(20000);
    const response = await fetch(form.action, { method: 'POST', body, headers, redirect: 'error', signal });
    const answer = await response.json();
    if (response.ok) {
      took(answer);
      stored = sent;
      const { lang, dataset } = document.documentElement;
      const time = new Date().toLocaleTimeString(dataset.formatLocale ?? lang, {
        hour: '2-digit',
        minute: '2-digit',
      });
      tell(words.saved.replace('{time}', time));
      if (isChanged()) saveSoon(SAVE_AFTER);
    } else if (response.status === 409) {
      isOvertaken = true;
      tell('', words.overtaken);
    } else if (response.status === 422) tell(words.changed, answer.errors?.[0]?.detail ?? answer.detail);
    else throw new Error(answer.title);
  } catch {
    tell('', words.failed);
    saveSoon(TRY_AGAIN_AFTER);
  }
}
// The first save creates the draft; later ones must change it, so the form becomes that of the draft.
function took(term) {
  if (!revision()) {
    const fields = { _method: 'PUT', 'term[revision]': '' };
    for (const [name, value] of Object.entries(fields)) {
      form.prepend(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
    }
    form.action += `/${term.id}`;
    history.replaceState(null, '', `${form.action}/edit`);
  }
  revision().value = (term.translations[words.locale] ?? term).revision;
}
form.addEventListener('input', (event) => {
  if (event.target === area) previewSoon();
  if (!isOvertaken) tell(isChanged() ? words.changed : '', problem.textContent);
  saveSoon(SAVE_AFTER);
});
form.addEventListener('submit', async (event) => {
  clearTimeout(saveTimer);
  if (saving) {
    // Submitting during a save would create a second draft, or conflict with the revision that is being saved.
    event.preventDefault();
    await saving;
    form.requestSubmit(event.submitter);
    return;
  }
  isLeaving = true;
});
// What is deleted can come back, with what was written last.
const deletion = document.querySelector('#delete-draft');
deletion?.addEventListener('submit', async (event) => {
  clearTimeout(saveTimer);
  if (!isLeaving && (saving || isChanged())) {
    event.preventDefault();
    await save();
    isLeaving = true;
    deletion.requestSubmit();
  }
  isLeaving = true;
});
addEventListener('beforeunload', (event) => {
  if (!isLeaving && isChanged()) event.preventDefault();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isLeaving = false;
});
// Submitting the form hides the page as well; saving then would create a second draft.
document.addEventListener('visibilitychange', () => {
  if (document.hidden && words.editor === 'autosave' && !isOvertaken && !isLeaving) void save();
});
