package com.example.standin;

import java.util.concurrent.CountDownLatch;

/** 替身对一次对话请求的回答：一段话，或者要求调用一个工具，或者一种故障。 */
public sealed interface Reply {

    /** 说一段话。 */
    record Say(String text) implements Reply {
    }

    /** 要求调用工具；参数是一段 JSON 文字，替身不检查它。 */
    record Call(String tool, String arguments) implements Reply {
    }

    /** 流说到一半断开：发出几块之后关掉连接。 */
    record Cut(String text, int chunks) implements Reply {
    }

    /** 流说到一半就正常结束，没有说为什么结束。 */
    record EndEarly(String text, int chunks) implements Reply {
    }

    /** 流说到一半，在流里报出一个错误；状态码早已是 200。 */
    record ErrorEvent(String text, int chunks, String message) implements Reply {
    }

    /** 一直算，直到放行；算完照样计费。 */
    record Late(String text, CountDownLatch release) implements Reply {
    }

    /** 返回一个错误的状态码。 */
    record Status(int code, String message) implements Reply {
    }
}
