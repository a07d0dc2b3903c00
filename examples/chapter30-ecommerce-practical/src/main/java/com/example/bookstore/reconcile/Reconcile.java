package com.example.bookstore.reconcile;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * 对账：{@code java Reconcile.java 我们的.csv 对方的.csv}，每行“编号,金额”，加了双引号的也认。
 * 对得上以 0 结束，对不上以 1 结束，读不懂、两边一笔也没有以 2 结束。
 */
public final class Reconcile {

    private Reconcile() {
    }

    /** 两本账差在哪里，按编号排好；没有差别就是空的。 */
    public static List<String> differences(Map<String, BigDecimal> ours,
            Map<String, BigDecimal> theirs) {
        List<String> found = new ArrayList<>();
        new TreeMap<>(ours).forEach((id, amount) -> {
            BigDecimal other = theirs.get(id);
            if (other == null) {
                found.add("对方没有：" + id + "，我们记着 " + amount);
            }
            else if (other.compareTo(amount) != 0) {
                found.add("金额不同：" + id + "，我们 " + amount + "，对方 " + other);
            }
        });
        new TreeMap<>(theirs).forEach((id, amount) -> {
            if (!ours.containsKey(id)) {
                found.add("我们没有：" + id + "，对方记着 " + amount);
            }
        });
        return found;
    }

    private static Map<String, BigDecimal> read(String file, List<String> problems) {
        Map<String, BigDecimal> entries = new TreeMap<>();
        int number = 0;
        boolean first = true;
        for (String line : lines(file)) {
            number++;
            String text = line.replace("\uFEFF", "").replace('\u00A0', ' ').strip();
            if (text.isEmpty()) {
                continue;
            }
            String[] cells = text.split(",", -1);
            boolean header = first && cells.length == 2 && isHeader(text);
            first = false;
            if (header) {
                continue;
            }
            String id = plain(cells[0]);
            if (cells.length != 2 || id.isEmpty() || !isAmount(plain(cells[1]))) {
                throw new IllegalArgumentException(file + " 第 " + number + " 行读不懂：" + text);
            }
            if (entries.putIfAbsent(id, new BigDecimal(plain(cells[1]))) != null) {
                problems.add(file + " 里有两行 " + id);
            }
        }
        return entries;
    }

    /** 同一个编号，有的导出加双引号，有的不加：引号不是编号的一部分。 */
    private static String plain(String cell) {
        String text = cell.strip();
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1).strip() : text;
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file));
        }
        catch (CharacterCodingException ex) {
            throw new IllegalArgumentException(file + " 不是 UTF-8，请另存成 UTF-8 再来", ex);
        }
        catch (IOException ex) {
            throw new IllegalArgumentException("读不了 " + file
                    + (file.equals(ex.getMessage()) ? "" : "：" + ex.getMessage()), ex);
        }
    }

    /** 第一行一个数字也没有，才当作表头；金额写坏了的第一行不能悄悄跳过。 */
    private static boolean isHeader(String line) {
        return line.codePoints().noneMatch(Character::isDigit);
    }

    private static boolean isAmount(String cell) {
        return cell.matches("-?\\d+(\\.\\d+)?");
    }

    static int run(String[] args, Appendable out) throws IOException {
        if (args.length != 2) {
            out.append("用法：java Reconcile.java 我们的.csv 对方的.csv\n");
            return 2;
        }
        List<String> found = new ArrayList<>();
        try {
            Map<String, BigDecimal> ours = read(args[0], found);
            Map<String, BigDecimal> theirs = read(args[1], found);
            if (ours.isEmpty() && theirs.isEmpty()) {
                out.append("两个文件里一笔也没有，没有什么可对\n");
                return 2;
            }
            found.addAll(differences(ours, theirs));
            for (String line : found) {
                out.append(line).append('\n');
            }
            out.append(found.isEmpty() ? "对得上，" + ours.size() + " 笔\n" : "有 " + found.size() + " 处不同\n");
            return found.isEmpty() ? 0 : 1;
        }
        catch (IllegalArgumentException ex) {
            out.append(ex.getMessage()).append('\n');
            return 2;
        }
    }

    /** 定时任务里常常没有设置语言，系统只认 ASCII，照它打印就是一串问号。 */
    private static PrintStream legible() {
        Charset charset = Charset.forName(System.getProperty("stdout.encoding", Charset.defaultCharset().name()));
        return charset.newEncoder().canEncode('账') ? System.out
                : new PrintStream(System.out, true, StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws IOException {
        System.exit(run(args, legible()));
    }
}
