'use strict';

const messages = document.querySelector('#messages');
const form = document.querySelector('#ask');
// 脚本还没有到的时候不能提交，否则浏览器会把问题放进网址
form.querySelector('button').disabled = false;
const meta = (name) => document.querySelector(`meta[name="${name}"]`).content;

/** 模型写的字只当文字显示：不用 innerHTML，也不渲染 Markdown。 */
function show(kind, text) {
  const line = document.createElement('p');
  line.className = kind;
  line.textContent = text;
  messages.append(line);
  messages.scrollTop = messages.scrollHeight;
  return line;
}

/** 一块一块地读：事件之间隔一个空行，一块里可能有半个事件。 */
async function read(response, line) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let ended = false;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (rest + part.value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const piece = JSON.parse(event.replace(/^data:/, ''));
      line.textContent += piece.text;
      ended = ended || piece.type === 'end';
      line.classList.toggle('failed', piece.type === 'error');
    }
    messages.scrollTop = messages.scrollHeight;
  }
  if (!ended && !line.classList.contains('failed')) {
    throw new Error('连接断了');
  }
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const question = form.question.value;
  const button = form.querySelector('button');
  form.question.value = '';
  button.disabled = true;
  show('mine', question);
  const line = show('theirs', '');
  try {
    const response = await fetch('/chat', {
      method: 'POST',
      headers: { [meta('csrf-header')]: meta('csrf-token') },
      body: new URLSearchParams({ question }),
    });
    if (response.status === 429) {
      line.textContent = '今天的额度用完了，明天再来。';
    } else if (!response.ok || response.redirected) {
      // 登录没有了，被领到了登录页：再问几次也没有用
      line.textContent = '没有发出去，请刷新页面再试。';
    } else {
      await read(response, line);
    }
  } catch {
    line.textContent += '（连接断了，请再问一次。）';
    line.classList.add('failed');
  } finally {
    button.disabled = false;
    messages.dataset.answered = Number(messages.dataset.answered ?? 0) + 1;
  }
  const fresh = await fetch('/proposals');
  if (fresh.ok) {
    const page = new DOMParser().parseFromString(await fresh.text(), 'text/html');
    // 登录过期时来的是登录页，里面没有订单
    const part = page.querySelector('#proposals');
    if (part) {
      document.querySelector('#proposals').replaceWith(part);
    }
  }
});
